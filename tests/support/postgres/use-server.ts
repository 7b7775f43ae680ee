import { inject } from 'vitest'
import { useServer } from '../database.ts'

// Tests of this project create their databases on the server.
const server = inject('databaseServer')
if (server !== null) useServer(server)
