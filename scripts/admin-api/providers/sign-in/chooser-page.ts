import { html } from 'hono/html'
import type { ChooserRequest } from './chooser-request.ts'
import { TEST_ACCOUNTS } from './embedded.ts'

type Html = ReturnType<typeof html>

function renderDocument(title: { zh: string; en: string }, body: Html): Html {
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title.zh} · ${title.en}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/api/sign-in/chooser.css" />
        <script type="module" src="/api/sign-in/chooser.js"></script>
      </head>
      <body>
        <p class="mark">
          仅供测试：这里不核实任何人的身份。
          <span lang="en">Test only: nobody’s identity is checked here.</span>
        </p>
        <main>
          <h1>${title.zh}<span lang="en">${title.en}</span></h1>
          ${body}
        </main>
      </body>
    </html>`
}

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
  return renderDocument(
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
  return renderDocument(
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
