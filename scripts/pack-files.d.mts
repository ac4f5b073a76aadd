/** Writes the files of a client build into one file. */
export function packFiles(folder: string): void
