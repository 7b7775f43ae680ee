import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRef,
  type PDFObject,
} from '@cantoo/pdf-lib'

/**
 * Keys and action types that run or open something, or embed a file (ISO 32000-1, 12.6). `AA` are actions on
 * events, such as the opening of a page; `OnInstantiate` is the script of a 3D model.
 */
const ACTIVE_NAMES: ReadonlySet<string> = new Set([
  'AA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'GoToE',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'OnInstantiate',
  'Rendition',
  'RichMedia',
  'SubmitForm',
  'XFA',
])
const OPEN_ACTION = PDFName.of('OpenAction')
const ACTION_TYPE = PDFName.of('S')
/** Word processors write this action to open a document at a page or zoom level. */
const GO_TO = PDFName.of('GoTo')
/** Further actions, which run after an action. */
const NEXT = PDFName.of('Next')

/** All PDF names in an object, including keys; strings are not names. */
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
    // The dictionary of a stream; the content of a stream cannot be active.
    yield* listNames(object.dict)
  }
}

/** `OpenAction` if the document runs an action when it is opened; undefined for one that shows a page. */
function findOpenAction({ catalog, context }: PDFDocument): string | undefined {
  const action = catalog.get(OPEN_ACTION)
  const target = action instanceof PDFRef ? context.lookup(action) : action
  if (!(target instanceof PDFDict)) return undefined
  const isGoTo = context.lookup(target.get(ACTION_TYPE)) === GO_TO && !target.has(NEXT)
  return isGoTo ? undefined : 'OpenAction'
}

/**
 * The first active content of a PDF: something that a reader may run, open or unpack; undefined without any.
 * Checks all objects, including unreferenced ones and those in compressed object streams. Limits: the
 * cross-reference table may point to an object that is not checked, because a later one has the same number or
 * because it is within the data of another stream; password-protected files are refused elsewhere.
 * @throws Error when the file cannot be parsed
 */
export async function findActiveContent(file: Uint8Array): Promise<string | undefined> {
  const document = await PDFDocument.load(file, {
    password: '',
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
    preserveXFA: true,
    // Invalid objects would not be checked, but readers repair many of them.
    throwOnInvalidObject: true,
  })
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    for (const name of listNames(object)) {
      if (ACTIVE_NAMES.has(name.decodeText())) return name.decodeText()
    }
  }
  return findOpenAction(document)
}
