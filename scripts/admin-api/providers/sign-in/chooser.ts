import { html } from 'hono/html'
import * as v from 'valibot'
import { renderDocument, type Html } from '../../../lib/render-document.ts'
import { TEST_ACCOUNTS } from './embedded.ts'

const CodeSchema = v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/, 'expected 16 to 128 letters'))

const FIELDS = {
  client_id: v.string(),
  nonce: CodeSchema,
  /** Random value of the client script, which accepts only a result with the same state. */
  state: CodeSchema,
  /** Origin of the requesting site, the only one that receives the result. */
  origin: v.pipe(
    v.string(),
    v.check((text) => URL.parse(text)?.origin === text, 'expected an origin'),
  ),
  /** `popup` posts the result to the opener; `redirect` is used when popups are blocked. */
  mode: v.picklist(['popup', 'redirect']),
  return: v.pipe(v.string(), v.maxLength(1000)),
} as const

/** The query of a sign-in request from the client script. */
export const ChooserRequestSchema = v.pipe(
  v.object(FIELDS),
  v.check(
    (request) => URL.parse(request.return, request.origin)?.origin === request.origin,
    'return: expected a path of the site',
  ),
)
export type ChooserRequest = v.InferOutput<typeof ChooserRequestSchema>

/** The submitted choice: a test account, a custom name, or neither to cancel. */
export const ChoiceSchema = v.object({
  email: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
})

/**
 * The redirect URL when popups are blocked. The result is in the fragment, which browsers send neither
 * to servers nor in referrers.
 */
export function createRedirectUrl(request: ChooserRequest, credential: string | null): string {
  const address = new URL(request.return, request.origin)
  const result = new URLSearchParams({ sign_in_state: request.state })
  if (credential !== null) result.set('credential', credential)
  address.hash = result.toString()
  return address.href
}

const renderPage = ({ zh, en }: { zh: string; en: string }, body: Html): Html =>
  renderDocument({
    lang: 'zh-CN',
    title: `${zh} · ${en}`,
    head: html`<link rel="icon" href="data:," />
      <link rel="stylesheet" href="/api/sign-in/chooser.css" />
      <script type="module" src="/api/sign-in/chooser.js"></script>`,
    body: html`<p class="mark">
        仅供测试：这里不核实任何人的身份。
        <span lang="en">Test only: nobody’s identity is checked here.</span>
      </p>
      <main>
        <h1>${zh}<span lang="en">${en}</span></h1>
        ${body}
      </main>`,
  })

/** Renders one form per choice, so that Enter in the name field does not submit the first account. */
function renderForm(request: ChooserRequest, content: Html): Html {
  return html`<form method="post" action="/api/sign-in/authorize">
    ${Object.entries(request).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${content}
  </form>`
}

/** The page on which a tester chooses an account. */
export function renderChooser(request: ChooserRequest): Html {
  const accounts = TEST_ACCOUNTS.map(
    ({ name, email }) =>
      html`<button name="email" value="${email}">
        ${name}<span class="email">${email}</span>
      </button>`,
  )
  return renderPage(
    { zh: '选择测试账号', en: 'Choose a test account' },
    html`<p>登录 ${request.origin} <span lang="en">Sign in to this site</span></p>
      ${renderForm(request, html`<div class="accounts">${accounts}</div>`)}
      ${renderForm(
        request,
        html`<label for="name">用别的名字 <span lang="en">Another name</span></label>
          <div class="own">
            <input id="name" name="name" maxlength="40" required autocomplete="off" />
            <button>继续 <span lang="en">Continue</span></button>
          </div>`,
      )}
      ${renderForm(
        request,
        html`<button class="cancel">取消 <span lang="en">Cancel</span></button>`,
      )}`,
  )
}

/** The page that posts the result to the opener and closes. */
export function renderResult({ origin, state }: ChooserRequest, credential: string | null): Html {
  return renderPage(
    { zh: '正在返回', en: 'Returning' },
    html`<p
      id="answer"
      data-origin="${origin}"
      data-state="${state}"
      data-credential="${credential ?? ''}"
    >
      请关闭这个窗口，回到原来的页面。
      <span lang="en">Close this window and return to the previous page.</span>
    </p>`,
  )
}
