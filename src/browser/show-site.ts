/** The part of the init data that the footer of every page shows. */
export interface FooterData {
  site: {
    foot_content: string | readonly object[]
    user_agreement_file: string
    privacy_policy_file: string
  }
  links: readonly { label: string; href: string }[]
}

/** The paragraphs of a rich text: HTML, or blocks of spans (`RichTextSchema`). */
function readParagraphs(content: string | readonly object[]): string[] {
  if (typeof content !== 'string') return content.map(readText)
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  return [...body.childNodes]
    .map(({ nodeName, textContent }) => (nodeName === '#comment' ? '' : (textContent ?? '')))
    .filter(squeeze)
}

/** The fields of blocks and spans that are shown as text. */
const TEXTS = /text|label|note|source|caption/

/** The text of a block, such as a list, or of a part of it. */
const readText = (part: object): string =>
  Object.entries(part)
    .map(([name, value]) =>
      value instanceof Object ? readText(value) : TEXTS.test(name) ? value : '',
    )
    .join('')

const squeeze = (text: string) => text.replaceAll(/\s/g, '')

/**
 * Shows newer init data in the footer (spec section 3, client state). Parts that equal the prerendered data
 * keep their markup.
 * @param localize adds the locale prefix of the page to a path
 */
export function showSite(
  root: Document,
  { site, links }: FooterData,
  localize: (href: string) => string,
): void {
  const find = (name: string) => root.querySelector<HTMLElement>(`[data-site=${name}]`)
  const create = <Tag extends 'a' | 'p'>(tag: Tag, textContent: string) =>
    Object.assign(root.createElement(tag), { textContent })

  // A newer document with a relative URL is linked once its copy is published.
  const showDocument = (link: HTMLElement | null, source: string) => {
    if (link?.dataset['source'] !== source && URL.canParse(source))
      link?.setAttribute('href', source)
  }
  showDocument(find('agreement'), site.user_agreement_file)
  showDocument(find('policy'), site.privacy_policy_file)

  const list = find('links')
  // Links to disabled sections and missing pages are published as text.
  const describe = (node: Element) => squeeze(node.textContent) + node.getAttribute('href')
  const shown = [...(list?.children ?? [])].map(describe)
  const anchors = links.map(({ label, href }) => {
    const anchor = create('a', label)
    if (!shown.includes(describe(anchor))) anchor.href = localize(href)
    return anchor
  })
  if (shown.join() !== anchors.map(describe).join()) list?.replaceChildren(...anchors)

  const text = find('text')
  const paragraphs = readParagraphs(site.foot_content)
  if (text && squeeze(text.textContent) !== squeeze(paragraphs.join('')))
    text.replaceChildren(...paragraphs.map((paragraph) => create('p', paragraph)))
}
