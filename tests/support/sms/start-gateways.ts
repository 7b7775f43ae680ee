import { startAliyun } from './start-aliyun.ts'
import { startTencent } from './start-tencent.ts'
import { startTwilio } from './start-twilio.ts'

/** Starts a fake of each SMS gateway. @param now the clock of the API under test, epoch ms */
export async function startGateways(now: () => number) {
  const [aliyun, tencent, twilio] = await Promise.all([
    startAliyun(now),
    startTencent(now),
    startTwilio(),
  ])
  const all = [aliyun, tencent, twilio]
  return {
    aliyun,
    tencent,
    twilio,
    all,
    /** Settings of an installation that uses the gateways named in `messenger`. */
    settingsOf: (messenger: string): Record<string, string> => ({
      MESSENGER: messenger,
      SITE_URL: 'https://theatre.example',
      APP_SECRET: 'a secret of forty-three characters or more!',
      ...aliyun.settings,
      ...tencent.settings,
      ...twilio.settings,
    }),
    /** Forgets the sent messages and simulates no fault. */
    reset(): void {
      for (const { sent, state } of all) {
        sent.length = 0
        state.faultMode = 'none'
      }
    },
    close: () => Promise.all(all.map((gateway) => gateway.close())),
  }
}
