import { html } from 'hono/html'
import type { Endpoint, Login } from '#api/endpoint.ts'
import type { Area, Call } from './areas.ts'
import { convertSchema, readRef } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { takesBody } from './openapi.ts'
import { NOTHING, renderFields, renderType, renderTypeName } from './page-fields.ts'
import type { Html } from './page-fields.ts'
import { listFields, listHeaders } from './parameters.ts'
import { explainCodes } from './responses.ts'

const WHO: Record<Login, string> = {
  none: 'anyone',
  optional: 'anyone, more for members',
  required: 'members',
}

export type NamedSchemas = Record<string, JsonSchema>

/** A whole body or answer: a named type is written out here, so that nobody has to follow a link. */
function renderWhole(schema: JsonSchema, named: NamedSchemas): Html {
  const target = named[readRef(schema) ?? '']
  return html`<div class="tree">
    ${target ? html`<p class="type">${renderTypeName(schema)}</p>` : NOTHING}
    ${renderType(target ?? schema)}
  </div>`
}

function renderInput(endpoint: Endpoint, named: NamedSchemas): Html {
  const parts = [
    { title: 'Path', fields: listFields(convertSchema(endpoint.params)) },
    { title: 'Query', fields: listFields(convertSchema(endpoint.query)) },
  ].filter(({ fields }) => fields.length > 0)
  const hasBody = takesBody(endpoint)
  const isKeyed = listHeaders(endpoint).includes('idempotency-key')
  return html`${parts.map(
    ({ title, fields }) =>
      html`<h4>${title}</h4>
        ${renderFields(fields)}`,
  )}
  ${
    hasBody
      ? html`<h4>Body</h4>
          ${renderWhole(convertSchema(endpoint.body), named)}`
      : NOTHING
  }
  ${isKeyed ? html`<p>Send an <code>idempotency-key</code> header: trying again gives the same answer.</p>` : NOTHING}
  ${parts.length === 0 && !hasBody ? html`<p class="quiet">Takes no input.</p>` : NOTHING}`
}

function renderCodes({ codes }: Endpoint): Html | string {
  if (codes.length === 0) return NOTHING
  return html`<h4>Business codes</h4>
    <dl class="codes">
      ${explainCodes(codes).map(
        ({ code, zh, en }) =>
          html`<div>
            <dt>${code}</dt>
            <dd>${en} <span lang="zh-CN">${zh}</span></dd>
          </div>`,
      )}
    </dl>`
}

function renderCall({ id, endpoint }: Call, named: NamedSchemas): Html {
  const { method, path, login, source, summary } = endpoint
  // The anchor stands inside the folded part: a link to it unfolds the call without any script.
  return html`<details class="call">
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span>
      <code class="path">${path}</code>
      <span class="purpose">${summary}</span>
      <span class="who ${login}">${WHO[login]}</span>
      ${source === 'addition' ? html`<span class="addition">addition of ours</span>` : NOTHING}
    </summary>
    <div class="body" id="${id}">
      ${renderInput(endpoint, named)}
      <h4>Data</h4>
      ${renderWhole(convertSchema(endpoint.data), named)} ${renderCodes(endpoint)}
    </div>
  </details>`
}

/** An area with all its calls, each folded to one line. */
export function renderArea({ name, summary, calls }: Area, named: NamedSchemas): Html {
  return html`<section class="area" id="area-${name}">
    <h2>${name}</h2>
    <p class="lead">${summary}</p>
    ${calls.map((call) => renderCall(call, named))}
  </section>`
}
