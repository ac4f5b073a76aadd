/**
 * Takes the data folder for this process, or throws a StartError (settled 30): two processes on one embedded database
 * lose each other's writes without a word. The lock is a Unix socket in the folder: one that answers has an owner, one
 * that does not is left over from a killed process and is taken over. Returns what gives the folder back.
 */
export declare function lockFolder(folder: string): Promise<() => Promise<void>>
