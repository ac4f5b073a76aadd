/** How many places each address has taken, so that no one of them takes all. Addresses are forgotten with their last place. */
export class AddressPlaces {
  readonly #taken = new Map<string, number>()
  readonly #most: number

  /** `most`: places of one address at once. */
  constructor(most: number) {
    this.#most = most
  }

  /** Addresses that hold a place. */
  get size(): number {
    return this.#taken.size
  }

  hasRoom(address: string): boolean {
    return (this.#taken.get(address) ?? 0) < this.#most
  }

  /** Takes a place; what it returns gives it back, once. */
  take(address: string): () => void {
    this.#taken.set(address, (this.#taken.get(address) ?? 0) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.#taken.get(address) ?? 1) - 1
      if (left > 0) this.#taken.set(address, left)
      else this.#taken.delete(address)
    }
  }
}
