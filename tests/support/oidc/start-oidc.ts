import { createPublicKey, hash, randomBytes, verify } from 'node:crypto'
import { serveRequests } from '../serve-requests.ts'
import { createOidcKey, signRs256, writeJwk, type OidcKey } from './tokens.ts'

// A fake OpenID provider with one client, written from OpenID Connect Core 1.0, Discovery 1.0, RFC 6749,
// RFC 7636 (PKCE), RFC 9207 (iss), and Apple's documentation of signed client secrets.

const CLIENT_ID = 'theatre-client'
const CLIENT_SECRET = 'secret-of-the-theatre'
const CODE_LIFETIME_MS = 60_000

export interface OidcPerson {
  sub: string
  name?: string
  email?: string
}

/** Client authentication: a shared secret, or a token signed with the client's key. */
type Proof =
  | { kind: 'shared' }
  | { kind: 'signed'; publicKeyPem: string; team: string; keyId: string }

interface Code {
  redirectUri: string
  nonce: string | null
  challenge: string | null
  person: OidcPerson
  at: number
  isUsed: boolean
}

/** Fault that the provider simulates. */
type FaultMode =
  | 'none'
  | 'unreachable'
  | 'server error'
  | 'captive portal'
  | 'slow'
  | 'no keys'
  | 'foreign keys'

type Claims = Record<string, unknown>

/** @param now the provider's clock, in epoch ms */
export async function startOidc(now: () => number, proof: Proof = { kind: 'shared' }) {
  const codes = new Map<string, Code>()
  const foreignKey = createOidcKey()
  const state: {
    faultMode: FaultMode
    key: OidcKey
    published: OidcKey[]
    person: OidcPerson | null
    /** Signs the ID token of a grant; tests replace it to forge tokens. */
    writeToken: (claims: Claims, key: OidcKey) => string
    /** Parameters of the last authorization request. */
    lastAuthorization: URLSearchParams
  } = {
    faultMode: 'none',
    key: createOidcKey(),
    published: [],
    person: { sub: '1098', name: 'Lin Xiaoman', email: 'lin@example.com' },
    writeToken: signRs256,
    lastAuthorization: new URLSearchParams(),
  }
  state.published = [state.key]

  function describe(): object {
    return {
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email'],
    }
  }

  function issueCode(query: URLSearchParams, person: OidcPerson): string {
    const code = randomBytes(16).toString('base64url')
    codes.set(code, {
      redirectUri: query.get('redirect_uri') ?? '',
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      person,
      at: now(),
      isUsed: false,
    })
    return code
  }

  /** Parameters of the redirect back, after sign-in or refusal. */
  function writeReturn(query: URLSearchParams): URLSearchParams {
    const result = new URLSearchParams({ state: query.get('state') ?? '', iss: server.url })
    if (state.person === null) result.set('error', 'access_denied')
    else result.set('code', issueCode(query, state.person))
    return result
  }

  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

  function authorize(url: URL): Response {
    const query = url.searchParams
    state.lastAuthorization = query
    const isKnown = query.get('client_id') === CLIENT_ID && query.get('response_type') === 'code'
    const hasScope = query.get('scope')?.split(' ').includes('openid') === true
    if (!isKnown || !hasScope) return new Response('invalid_request', { status: 400 })
    if (query.get('code_challenge_method') !== 'S256') {
      return new Response('invalid_request: PKCE', { status: 400 })
    }
    const result = writeReturn(query)
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('response_mode') !== 'form_post') {
      return Response.redirect(`${redirectUri}?${result}`, 302)
    }
    const fields = [...result].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
    )
    const form = `<form method="post" action="${escape(redirectUri)}">${fields.join('')}</form>`
    const submit = '<script>document.forms[0].submit()</script>'
    return new Response(`<!doctype html>${form}${submit}`, {
      headers: { 'content-type': 'text/html' },
    })
  }

  function isClient(form: URLSearchParams): boolean {
    const secret = form.get('client_secret') ?? ''
    if (form.get('client_id') !== CLIENT_ID) return false
    if (proof.kind === 'shared') return secret === CLIENT_SECRET
    const [header = '', payload = '', signature = ''] = secret.split('.')
    const read = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString())
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: createPublicKey(proof.publicKeyPem), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned) return false
    const { alg, kid } = read(header)
    const { iss, sub, aud, iat, exp } = read(payload)
    const seconds = now() / 1000
    // Lifetime of at most six months.
    const isCurrent =
      Number(iat) <= seconds && Number(exp) > seconds && Number(exp) - seconds < 15_777_000
    const isFor = iss === proof.team && sub === CLIENT_ID && aud === server.url
    return alg === 'ES256' && kid === proof.keyId && isFor && isCurrent
  }

  const refuse = (error: string, status = 400) => Response.json({ error }, { status })

  function grant(form: URLSearchParams): Response {
    if (!isClient(form)) return refuse('invalid_client', 401)
    if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type')
    const code = codes.get(form.get('code') ?? '')
    if (!code || code.isUsed || now() - code.at > CODE_LIFETIME_MS) return refuse('invalid_grant')
    code.isUsed = true
    if (code.redirectUri !== form.get('redirect_uri')) return refuse('invalid_grant')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = hash('sha256', verifier, 'base64url')
    if (challenge !== code.challenge || verifier.length < 43) return refuse('invalid_grant')
    const seconds = Math.floor(now() / 1000)
    const claims = {
      iss: server.url,
      aud: CLIENT_ID,
      iat: seconds,
      exp: seconds + 3600,
      ...(code.nonce !== null && { nonce: code.nonce }),
      ...code.person,
    }
    return Response.json({
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: state.writeToken(claims, state.key),
    })
  }

  function publishKeys(): Response {
    if (state.faultMode === 'no keys') return new Response('', { status: 500 })
    const keys = state.faultMode === 'foreign keys' ? [foreignKey] : state.published
    return Response.json({ keys: keys.map(writeJwk) })
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (state.faultMode === 'server error') return new Response('oops', { status: 503 })
    if (state.faultMode === 'captive portal') return new Response('<h1>Log in to the Wi-Fi</h1>')
    if (state.faultMode === 'slow') await new Promise(() => {})
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return Response.json(describe())
      case 'GET /authorize':
        return authorize(url)
      case 'POST /token':
        return grant(new URLSearchParams(await request.text()))
      case 'GET /keys':
        return publishKeys()
      default:
        return new Response('', { status: 404 })
    }
  }

  const server = await serveRequests(handle, () => state.faultMode === 'unreachable')
  return {
    state,
    codes,
    issueCode,
    issuer: server.url,
    clientId: CLIENT_ID,
    secret: CLIENT_SECRET,
    /** Environment variables of a venue with this client. */
    settings: {
      SITE_URL: 'https://theatre.example',
      OIDC_ISSUER: server.url,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_LABEL: 'Theatre ID',
    },
    close: server.close,
  }
}
export type Oidc = Awaited<ReturnType<typeof startOidc>>
