import { inject } from 'vitest'
import { useServer } from '../database.ts'

// Databases of the tests of this project are made on the server.
const server = inject('databaseServer')
if (server !== null) useServer(server)
