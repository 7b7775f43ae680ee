/** Entry of a file listing. */
export interface ListedFile {
  name: string
  bytes: number
  /** Epoch ms of its last write. */
  changedAt: number
}

/** Range and precondition of a request (RFC 9110). */
export interface ContentRequest {
  range: string | undefined
  ifNoneMatch: string | undefined
}

/** Response to a request for a remote file. */
export type RemoteContent =
  | {
      kind: 'content'
      body: ReadableStream
      bytes: number
      etag: string
      /** `Content-Range` of a partial response; undefined for the whole file. */
      range: string | undefined
    }
  | { kind: 'not-modified'; etag: string }
  | { kind: 'range-not-satisfiable' }

/** A file to be sent: on the local disk, or in a store that is read over HTTP. */
export type OpenedFile =
  | { kind: 'local'; path: string }
  | {
      kind: 'remote'
      /** @returns null when there is no such file */
      read(request: ContentRequest): Promise<RemoteContent | null>
      /** Creates a download link that is valid for a few minutes. @param file with its `Content-Disposition` */
      createLink(file: { mime: string; disposition: string }): Promise<string>
    }

/**
 * The files of an installation besides its database: a local folder, or a bucket that several machines
 * share. Names are paths with `/`, the same in both, and never taken from a request. Writes are atomic:
 * readers get either the previous content or the new content.
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
  /** Copies a file to a local path. @returns false if there is no such file */
  download(name: string, path: string): Promise<boolean>
  /** Renames a file within the store and replaces a file of the new name. */
  move(from: string, to: string): Promise<void>
  /** Deletes files; missing files are ignored. */
  remove(names: readonly string[]): Promise<void>
  /** Names in a folder such as `media/`, without the folder. */
  listNames(folder: string): Promise<Set<string>>
  /** All files of a folder. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Location of a file for staff: a path or an address. */
  locate(name: string): string
}
