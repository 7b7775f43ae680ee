// node tests/support/foreign-api/main.ts [items] [port]: the foreign API by itself, for trying it out.
import { startForeignApi } from './start-foreign-api.ts'

const [size = '300', port = '0'] = process.argv.slice(2)
const api = await startForeignApi({ size: Number(size), port: Number(port) })
console.log(api.url)
