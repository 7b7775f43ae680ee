import { listJobs } from '#scripts/admin-api/jobs.ts'
import type { TestAdminApi } from './admin-api.ts'

/** Runs a background job once, by its name. @param now epoch ms */
export async function runJob(
  { deps, clock }: Pick<TestAdminApi, 'deps' | 'clock'>,
  name: string,
  now = clock.now,
): Promise<void> {
  const jobs = listJobs(deps)
  const job = jobs.find((listed) => listed.name === name)
  if (!job) throw new Error(`no job ${name}, only ${jobs.map((one) => one.name).join(', ')}`)
  await job.run(now)
}
