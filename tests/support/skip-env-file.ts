// Must be the first import of a benchmark or demo. With NODE_ENV=test, neither the program nor the processes that it
// starts read `.env`, so that results do not depend on the settings of a developer.
process.env['NODE_ENV'] = 'test'
