import { isMissingCall } from '#client/errors.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { Applications } from './Applications.tsx'
import { Avatar } from './Avatar.tsx'
import { Devices } from './Devices.tsx'
import { LogOut } from './LogOut.tsx'
import { Membership } from './Membership.tsx'
import { Panel } from './Panel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import type { UserHouse, UserMessages, UserPart } from './texts.ts'
import { useLoad } from '#islands/ui/use-load.ts'
import { requestApplications } from './request.ts'
import { useProfile } from './use-profile.ts'
import { UserSkeleton } from './UserSkeleton.tsx'
import '#islands/ui/controls.css'
import './user.css'

interface Props {
  locale: Locale
  messages: UserMessages
  house: UserHouse
}

/** The member's own page: profile, membership, applications, devices. */
export function UserPage({ locale, messages, house }: Props) {
  const t = createTexts(messages)
  return (
    <MemberGate t={t} skeleton={<UserSkeleton t={t} />}>
      <Account locale={locale} t={t} house={house} />
    </MemberGate>
  )
}

function Account({ house, ...part }: UserPart & { house: UserHouse }) {
  const { locale, t } = part
  const { state, retry } = useProfile()
  const applications = useLoad(requestApplications)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <UserSkeleton t={t} />
  const profile = state.data
  const { state: listed } = applications
  const hasApplications = !(listed.status === 'failed' && isMissingCall(listed.error))
  return (
    <div className="user">
      <div className="user-top">
        <Panel act={t('user:act_1')} title={t('user:profile')} latin={t('user:profile_latin')}>
          <div className="who">
            <Avatar profile={profile} t={t} />
            <p className="name">{profile.nickname}</p>
          </div>
          <ProfilePanel profile={profile} house={house} {...part} />
        </Panel>
        <aside aria-label={t('user:membership')}>
          <Membership house={house} {...part} />
          <a className="quiet-link" href={href('/order/list', locale)}>
            {t('user:orders')}
          </a>
        </aside>
      </div>
      {hasApplications && (
        <Panel
          act={t('user:act_2')}
          title={t('user:applications')}
          latin={t('user:applications_latin')}
        >
          <Applications state={applications.state} retry={applications.retry} {...part} />
        </Panel>
      )}
      <Panel
        act={t(hasApplications ? 'user:act_3' : 'user:act_2')}
        title={t('user:devices')}
        latin={t('user:devices_latin')}
      >
        <Devices {...part} />
        <LogOut t={t} />
      </Panel>
    </div>
  )
}
