import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRef,
  type PDFObject,
} from '@cantoo/pdf-lib'

/** Keys and action types that run something, open something or carry another file (ISO 32000-1, 12.6). */
const ACTIVE_NAMES: ReadonlySet<string> = new Set([
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'GoToE',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'Rendition',
  'RichMedia',
  'SubmitForm',
  'XFA',
])
const OPEN_ACTION = PDFName.of('OpenAction')
const ACTION_TYPE = PDFName.of('S')
/** Opening at a page or a zoom is what text processors write. */
const GO_TO = PDFName.of('GoTo')

/** All names in an object, keys included; text in strings is none. */
function* listNames(object: PDFObject): Generator<PDFName> {
  if (object instanceof PDFName) yield object
  else if (object instanceof PDFArray) {
    for (const item of object.asArray()) yield* listNames(item)
  } else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      yield key
      yield* listNames(value)
    }
  } else if ('dict' in object && object.dict instanceof PDFDict) {
    // The keys of a stream; its content only draws.
    yield* listNames(object.dict)
  }
}

/** What a document does when it is opened: undefined for nothing but showing a page. */
function findOpenAction({ catalog, context }: PDFDocument): string | undefined {
  const action = catalog.get(OPEN_ACTION)
  const target = action instanceof PDFRef ? context.lookup(action) : action
  if (!(target instanceof PDFDict)) return undefined
  return context.lookup(target.get(ACTION_TYPE)) === GO_TO ? undefined : 'OpenAction'
}

/**
 * The first thing in a PDF that a reader may run, open or unpack; undefined for a document that only
 * shows pages. All objects of the file are looked at, in compressed object streams too, whether or not
 * anything refers to them. Limits: of two objects with one number the later is seen, although a table of
 * the file may name the earlier one; a file that is locked with a password is refused elsewhere.
 * @throws Error when the file cannot be parsed
 */
export async function findActiveContent(file: Uint8Array): Promise<string | undefined> {
  const document = await PDFDocument.load(file, {
    password: '',
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
    preserveXFA: true,
  })
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    for (const name of listNames(object)) {
      if (ACTIVE_NAMES.has(name.decodeText())) return name.decodeText()
    }
  }
  return findOpenAction(document)
}
