/** A file that the store lists. */
export interface ListedFile {
  name: string
  bytes: number
  /** Epoch ms of its last write. */
  changedAt: number
}

/** What a request says of the content that it wants (RFC 9110). */
export interface ContentRequest {
  range: string | undefined
  ifNoneMatch: string | undefined
}

/** The content of a remote file, as far as it was requested. */
export type RemoteContent =
  | {
      kind: 'content'
      body: ReadableStream
      bytes: number
      etag: string
      /** `Content-Range` of a part; undefined for the whole. */
      range: string | undefined
    }
  | { kind: 'not-modified'; etag: string }
  | { kind: 'range-not-satisfiable' }

/** A file for a response: on this disk, or in a store that is read over HTTP. */
export type OpenedFile =
  | { kind: 'local'; path: string }
  | {
      kind: 'remote'
      /** @returns null when there is no such file */
      read(request: ContentRequest): Promise<RemoteContent | null>
      /** A link of a few minutes that downloads the file; `disposition` is its `Content-Disposition`. */
      createLink(file: { mime: string; disposition: string }): Promise<string>
    }

/**
 * The files of an installation beside its database: a folder of this machine, or a bucket that all
 * machines share. Names are paths with `/`, the same in both, never taken from a request. Every write is
 * atomic: readers find the old content or the new one.
 */
export interface FileStore {
  open(name: string): OpenedFile
  /** Reads a whole file into memory; null when there is none. */
  read(name: string): Promise<Buffer | null>
  /** The size of a file in bytes; null when there is none. */
  measure(name: string): Promise<number | null>
  write(name: string, content: string | Buffer): Promise<void>
  /** Moves a local file into the store. */
  adopt(name: string, path: string): Promise<void>
  /** Copies a local file into the store. */
  upload(name: string, path: string): Promise<void>
  /** Copies a file to a path of this machine. @returns whether there is one */
  download(name: string, path: string): Promise<boolean>
  /** Renames a file within the store, over one that has the new name. */
  move(from: string, to: string): Promise<void>
  /** Deletes files; those that do not exist count as deleted. */
  remove(names: readonly string[]): Promise<void>
  /** Names in a folder such as `media/`, without it. */
  listNames(folder: string): Promise<Set<string>>
  /** All files of a folder. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Where a file is, for staff: a path or an address. */
  locate(name: string): string
}
