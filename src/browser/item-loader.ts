const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

/**
 * Makes the URL of the prebuilt document for `?id=` (and `?page=`); null for a malformed query.
 * @example getItemDocument('/en/drama/detail', '?id=12') // '/en/drama/detail/12.html'
 */
export function getItemDocument(pathname: string, search: string): string | null {
  const query = new URLSearchParams(search)
  const [id, page] = [query.get('id'), query.get('page')]
  // The first page of a list is the page itself.
  if (id === null && (page ?? '1') === '1') return null
  if ((id !== null && !isNumber(id)) || (page !== null && !isNumber(page))) return null
  const base = pathname.replace(/(\.html)?\/?$/, '')
  const parts = [base, id, page === null || page === '1' ? null : `page-${page}`]
  return `${parts.filter((part) => part !== null).join('/')}.html`
}

/**
 * For hosts without URL rewriting: replaces the page by the prebuilt document of the item, keeping the URL
 * and running the document's scripts. An unknown id shows the "not found" page, a server error the error page.
 */
export async function loadItem(
  root: Document,
  location: Pick<Location, 'pathname' | 'search' | 'replace'>,
): Promise<void> {
  const address = getItemDocument(location.pathname, location.search)
  const host = root.querySelector<HTMLElement>('item-loader')
  if (address === null || !host) return
  for (const child of host.children) child.toggleAttribute('hidden')
  const response = await fetch(address).catch(() => null)
  // The connection may break off before the end of the document.
  const html = response?.ok ? await response.text().catch(() => null) : null
  if (html !== null) {
    root.open()
    root.write(html)
    root.close()
    return
  }
  const { errorPage, notFoundPage } = host.dataset
  const page = response?.status === 404 ? notFoundPage : response && errorPage
  if (page) location.replace(page)
  else for (const child of host.children) child.toggleAttribute('hidden')
}
