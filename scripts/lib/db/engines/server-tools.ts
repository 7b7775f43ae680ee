// What can only be done with a database on a server: filling it from another one.
export { finishLoading, isServing, loadRows, startLoading } from './postgres/load-tables.ts'
