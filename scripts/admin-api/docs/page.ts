import { html } from 'hono/html'
import { BUSINESS_CODES } from '#api/codes.ts'
import { listAreas } from './areas.ts'
import type { Area } from './areas.ts'
import { createOpenApiDocument } from './openapi.ts'
import { renderArea } from './page-call.ts'
import { renderProse, renderType } from './page-fields.ts'
import type { Html } from './page-fields.ts'
import { headerParameters } from './parameters.ts'
import type { JsonSchema } from './json-schema.ts'

// Pairs of a table: what stands in the data, and what it means.
const UNITS = [
  ['…_fen', 'Money in fen, a hundredth of a yuan; always an integer. 5000 is ¥50.'],
  ['…_at, …_time, from, to', 'A point in time: ISO 8601 with offset, 2027-05-08T19:30:00+08:00.'],
  ['month, day', 'The calendar of the house (site.time_zone): 2027-05, 2027-05-08.'],
  ['…_s, …_min, …_ms', 'Seconds, minutes, milliseconds.'],
  ['…_bytes', 'Bytes. Widths and heights are pixels.'],
  ['id, …_id', 'A positive integer, unique within its kind. Order numbers are strings.'],
  ['mobile', 'E.164 with country code: +8613800138000.'],
  ['body, foot_content', 'Blocks; an HTML string is accepted and turned into the same blocks.'],
]
const CODES = [
  ['200, 1', 'Success.'],
  ['403, 303', 'Reaches the caller as a normal result.'],
  ['401', 'No session: no result, the site offers to log in.'],
  ['500001 to 599999', 'A business code: reaches the caller, who says what it means.'],
  ['any other', 'An error. Without a code in the body, the HTTP status is the code.'],
]

function renderPairs(pairs: string[][]): Html {
  return html`<dl class="pairs">
    ${pairs.map(
      ([term, text]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${renderProse(text ?? '')}</dd>
        </div>`,
    )}
  </dl>`
}

function renderIntroduction(areas: Area[]): Html {
  const calls = areas.flatMap((area) => area.calls)
  const headers = Object.values(headerParameters).map(({ name, description }) => [
    name,
    description,
  ])
  headers.push(['authorization', 'Bearer and the user token, whenever there is one.'])
  return html`<header class="stage">
      <p class="eyebrow">Entr’acte</p>
      <h1>Admin API</h1>
      <p>
        ${calls.length} calls, ${Object.keys(BUSINESS_CODES).length} business codes. The same
        contract as <a href="/openapi.json">OpenAPI 3.1</a>. Hold an API against it:
        <code>npm run check:api -- URL</code>
      </p>
    </header>
    <section class="area" id="ground">
      <h2>Ground rules</h2>
      <p class="lead">
        Every answer is <code>{ "code": 200, "msg": "ok", "time": 1809000000, "data": … }</code>
      </p>
      <div class="columns">
        <div>
          <h3>Codes</h3>
          ${renderPairs(CODES)}
        </div>
        <div>
          <h3>Headers</h3>
          ${renderPairs(headers)}
        </div>
        <div>
          <h3>Units</h3>
          ${renderPairs(UNITS)}
        </div>
      </div>
    </section>`
}

function renderSidebar(areas: Area[]): Html {
  return html`<nav class="sidebar" aria-label="Calls by area">
    <a class="mark" href="#top">Admin API</a>
    <a href="#ground">Ground rules</a>
    ${areas.map(
      ({ name, calls }) =>
        html`<details open>
          <summary><a href="#area-${name}">${name}</a></summary>
          <ul>
            ${calls.map(
              ({ id, endpoint }) =>
                html`<li>
                  <a href="#${id}"
                    ><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span>
                    ${endpoint.path.replace(/^\/api\//, '')}</a
                  >
                </li>`,
            )}
          </ul>
        </details>`,
    )}
    <a href="#types">Types</a>
  </nav>`
}

function renderTypes(schemas: Record<string, JsonSchema>): Html {
  return html`<section class="area" id="types">
    <h2>Types</h2>
    <p class="lead">What the names in the data stand for.</p>
    ${Object.entries(schemas).map(
      ([name, schema]) =>
        html`<div class="named" id="type-${name}">
          <h3>${name}</h3>
          <div class="tree">${renderType(schema)}</div>
        </div>`,
    )}
  </section>`
}

/** The contract as one readable page. It needs `/docs.css` and nothing else. */
export function renderDocsPage(): Html {
  const areas = listAreas()
  const { components } = createOpenApiDocument()
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Admin API</title>
        <link rel="stylesheet" href="/docs.css" />
        <link rel="icon" href="data:," />
      </head>
      <body id="top">
        ${renderSidebar(areas)}
        <main>
          ${renderIntroduction(areas)} ${areas.map((area) => renderArea(area, components.schemas))}
          ${renderTypes(components.schemas)}
        </main>
      </body>
    </html>`
}
