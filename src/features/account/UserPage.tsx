import { Fragment, useState } from 'react'
import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import { formatDate } from '#i18n/format.ts'
import { Act } from '#features/ui/Act.tsx'
import { requestMembership } from '#features/ui/request-membership.ts'
import { useIsNarrow } from '#features/ui/use-media-query.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { Applications } from './Applications.tsx'
import { Avatar } from './profile/Avatar.tsx'
import { Devices, LogOut } from './security/Devices.tsx'
import { Membership } from './Membership.tsx'
import { MessageChoices, MessageList } from './Messages.tsx'
import { ProfilePanel } from './profile/ProfilePanel.tsx'
import { useProfile, type AccountSite } from './use-account.ts'
import { isEndpointMissing, useLoad, type Load } from '#features/ui/use-load.ts'
import {
  requestApplications,
  requestDeletion,
  requestMessages,
  requestMessageSettings,
} from './request.ts'
import { NextVisit, PastVisits } from './Visits.tsx'
import { splitVisits, type Visits } from './visits.ts'
import { requestOwnOrders } from '#features/order-core/request-own-orders.ts'
import { UserSkeleton } from './Skeletons.tsx'
import { YourData } from './security/YourData.tsx'
import '#features/ui/controls.css'
import './user.css'

interface Props extends IslandProps<'user'> {
  site: AccountSite
}

const ACTS = ['act_1', 'act_2', 'act_3', 'act_4', 'act_5', 'act_6', 'act_7'] as const

/** The account page: the next visit first, the profile and devices last. */
export function UserPage({ locale, messages, site }: Props) {
  const t = useTexts(messages)
  return (
    <MemberGate t={t} skeleton={<UserSkeleton t={t} />}>
      <Account locale={locale} t={t} site={site} />
    </MemberGate>
  )
}

function Account({ site, ...part }: IslandPart<'user'> & { site: AccountSite }) {
  const { locale, t } = part
  const { state, retry } = useProfile()
  const applications = useLoad(requestApplications)
  const messages = useLoad(requestMessages)
  const choices = useLoad(requestMessageSettings)
  const orders = useLoad(requestOwnOrders)
  const deletion = useLoad(requestDeletion)
  // Requested here, because turning the device remounts `Membership`, and a deleted account has no session.
  const membershipLoad = useLoad(requestMembership)
  const [now] = useState(() => Date.now())
  const [isShown, setShown] = useState(false)
  const isNarrow = useIsNarrow()
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  // The row in the URL keeps its position once everything above it has loaded.
  const above = location.hash
    ? [deletion, applications, messages, choices, membershipLoad, orders]
    : [deletion, orders]
  const isLoaded = above.every(({ state: { status } }) => status !== 'loading')
  // A section that is requested again later has a placeholder of its own.
  if (state.status !== 'done' || !(isLoaded || isShown)) return <UserSkeleton t={t} />
  if (!isShown) setShown(true)
  const profile = state.data
  const { state: listed } = applications
  const cancelledAt = deletion.state.status === 'done' ? deletion.state.data.cancelled_at : null
  const visits: Load<Visits> =
    orders.state.status === 'done'
      ? { status: 'done', data: splitVisits(orders.state.data, now) }
      : orders.state
  const past = visits.status === 'done' ? visits.data.past : []
  const hasOrders = !isEndpointMissing(orders.state)
  // Earlier applications stay on the page of a site that no longer takes any.
  const hasApplications =
    !isEndpointMissing(listed) &&
    (site.takesApplications || (listed.status === 'done' && listed.data.applications.length > 0))
  const sections = [
    {
      name: 'visits',
      content: hasOrders && (
        <NextVisit state={visits} retry={orders.retry} list={site.visits} {...part} />
      ),
    },
    { name: 'stubs', content: past.length > 0 && <PastVisits visits={past} {...part} /> },
    {
      name: 'applications',
      content: hasApplications && (
        <Applications
          state={listed}
          retry={applications.retry}
          hasCourses={site.hasCourses}
          {...part}
        />
      ),
    },
    {
      name: 'messages',
      content: !isEndpointMissing(messages.state) && (
        <>
          <MessageList load={messages} {...part} />
          <MessageChoices
            load={choices}
            reminders={site.reminders}
            hasEmail={profile.email !== null}
            {...part}
          />
        </>
      ),
    },
    {
      name: 'profile',
      content: (
        <>
          <div className="who">
            <Avatar profile={profile} t={t} />
            <p className="name">{profile.nickname}</p>
          </div>
          <ProfilePanel profile={profile} site={site} {...part} />
        </>
      ),
    },
    {
      name: 'devices',
      content: (
        <>
          {/* A change of the phone number ends the other sessions. */}
          <Devices key={profile.mobile} {...part} />
          <LogOut t={t} />
        </>
      ),
    },
    {
      name: 'data',
      content: !isEndpointMissing(deletion.state) && (
        <YourData mobile={profile.mobile} {...deletion} {...part} />
      ),
    },
  ] as const satisfies { length: (typeof ACTS)['length'] }
  const shown = sections.filter(({ content }) => content)
  const membership = (
    <aside aria-label={t('user:membership')}>
      <Membership site={site} hasOrders={hasOrders} {...membershipLoad} {...part} />
      {hasOrders && (
        <a className="quiet-link" href={href('/order/list', locale)}>
          {t('user:orders')}
        </a>
      )}
    </aside>
  )
  // In one column the membership is placed below the visits, otherwise beside all sections.
  const visitCount = shown.filter(({ name }) => name === 'visits' || name === 'stubs').length
  return (
    <div className="user">
      <div className="user-sections">
        {cancelledAt !== null && (
          <output className="kept">
            {t('user:deletion_cancelled', { date: formatDate(cancelledAt, locale) })}
          </output>
        )}
        {shown.map(({ name, content }, index) => (
          <Fragment key={name}>
            {isNarrow && index === visitCount && membership}
            <Act
              act={t(`user:${ACTS[index] ?? 'act_7'}`)}
              title={t(`user:${name}`)}
              latin={t(`user:${name}_latin`)}
              // The containment would cut the shadows of the tickets above.
              isLazy={index >= visitCount}
            >
              {content}
            </Act>
          </Fragment>
        ))}
      </div>
      {!isNarrow && membership}
    </div>
  )
}
