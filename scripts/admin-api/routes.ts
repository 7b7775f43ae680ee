import { endpoints, type EndpointKey } from '#api/index.ts'
import { RequestError } from './errors.ts'

export interface RouteMatch {
  key: EndpointKey
  params: Record<string, string>
}

/** `/api/user/{provider}_login` becomes a pattern with a group named `provider`. */
function compilePath(path: string): RegExp {
  const source = path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`)
}

// `endpoints` has no other keys than the endpoint keys.
const keys = Object.keys(endpoints) as EndpointKey[]
const routes = keys.map((key) => {
  const { method, path } = endpoints[key]
  return { key, method, pattern: compilePath(path) }
})

/** @throws RequestError not_found for an unknown path, method_not_allowed for another method */
export function findRoute(method: string, path: string): RouteMatch {
  const matches = routes.filter(({ pattern }) => pattern.test(path))
  if (matches.length === 0) throw new RequestError('not_found')
  // HEAD is handled as GET; the server omits the body.
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const route = matches.find((match) => match.method === routeMethod)
  if (!route) {
    const allow = matches.map((match) => match.method).join(', ')
    throw new RequestError('method_not_allowed', allow, { allow })
  }
  return { key: route.key, params: { ...route.pattern.exec(path)?.groups } }
}
