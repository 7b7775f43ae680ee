// node tests/support/foreign-api/main.ts [items] [port]: starts the foreign API on its own.
import { startForeignApi } from './start-foreign-api.ts'

const [size = '300', port = '0'] = process.argv.slice(2)
const api = await startForeignApi({ size: Number(size), port: Number(port) })
console.log(api.url)
