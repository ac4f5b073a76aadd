import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Options as a server sends them; only the fields used here. */
export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

interface Credential {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly privateKey: KeyObject
  counter: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A WebAuthn authenticator in software: ES256 keys, attestation "none", discoverable credentials. */
export class SoftwareAuthenticator {
  /** Newest last. Tests may change the counter. */
  readonly credentials: Credential[] = []
  readonly #flags: number

  constructor({ verifiesUser = true } = {}) {
    this.#flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)
  }

  /** `navigator.credentials.create` on a page of this origin. */
  create({ challenge, rp, user }: CreationOptions, origin: string): Record<string, unknown> {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const credential: Credential = {
      id: id.toString('base64url'),
      rpId: rp.id,
      userHandle: user.id,
      privateKey,
      counter: 1,
    }
    this.credentials.push(credential)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
    const authData = this.#authData(credential, HAS_CREDENTIAL, attested)
    const response = {
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: attestationNone(authData).toString('base64url'),
      transports: ['internal'],
    }
    return publicKeyCredential(credential, response)
  }

  /** `navigator.credentials.get` on a page of this origin, with the newest credential. */
  get({ challenge, rpId }: RequestOptions, origin: string): Record<string, unknown> {
    const credential = this.credentials.at(-1)
    if (!credential) throw new Error('the authenticator has no credential')
    credential.counter += 1
    const authData = this.#authData({ ...credential, rpId }, 0, Buffer.alloc(0))
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const response = {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, hash]), credential.privateKey).toString('base64url'),
      userHandle: credential.userHandle,
    }
    return publicKeyCredential(credential, response)
  }

  #authData({ rpId, counter }: Credential, flags: number, attested: Buffer): Buffer {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([this.#flags | flags]), counted, attested])
  }
}

function publicKeyCredential({ id }: Credential, response: object): Record<string, unknown> {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** CBOR of a COSE key: EC2, ES256, P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
  return Buffer.concat([
    head,
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

/** CBOR of `{fmt: 'none', attStmt: {}, authData}`. */
function attestationNone(authData: Buffer): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
  const length = Buffer.from([0x58, authData.length])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    authData,
  ])
}
