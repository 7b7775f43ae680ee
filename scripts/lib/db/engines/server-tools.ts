// Operations on databases on a server only: loading the rows of another database.
export { finishLoading, isServing, loadRows, startLoading } from './postgres/load-tables.ts'
