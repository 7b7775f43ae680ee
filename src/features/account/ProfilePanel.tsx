import type { IslandPart } from '#i18n/island-areas.ts'
import type { Profile } from '#api/profile.ts'
import { maskMobile } from '#api/mobile.ts'
import { useIdentity } from '#features/auth/code/use-identity.tsx'
import { href } from '#routes.ts'
import { BoundAccounts } from './BoundAccounts.tsx'
import { ChangeMobile } from './ChangeMobile.tsx'
import { CopyButton } from './CopyButton.tsx'
import { DateSelect, Dropdown, EmailEditor, Nickname, SexSelect } from './editors.ts'
import { formatBirthday } from './format-birthday.ts'
import { ProfileRow } from './ProfileRow.tsx'
import { useCities, type AccountSite } from './account-site.ts'

interface Props extends IslandPart<'user'> {
  profile: Profile
  site: AccountSite
}

/** Every field of the profile, each saved on its own (spec section 3). */
export function ProfilePanel({ profile, site, locale, t }: Props) {
  const { withIdentity, dialog } = useIdentity(profile.mobile, t)
  const { gender, birthday, city_id, email } = profile
  const citys = useCities(site)
  const city = citys.find(({ id }) => id === city_id)
  return (
    <dl className="facts">
      <ProfileRow
        label={t('user:nickname')}
        value={profile.nickname}
        t={t}
        editor={<Nickname profile={profile} t={t} />}
      />
      <ProfileRow
        label={t('user:user_id')}
        value={<span className="numeral">{profile.user_id}</span>}
        t={t}
        action={<CopyButton text={String(profile.user_id)} label={t('user:user_id')} t={t} />}
      />
      <ProfileRow
        label={t('user:gender')}
        value={gender && t(`user:${gender}`)}
        t={t}
        screen={href('/user/SexSelect', locale)}
        editor={<SexSelect profile={profile} t={t} />}
      />
      <ProfileRow
        label={t('user:birthday')}
        value={birthday && <span className="numeral">{formatBirthday(birthday, locale)}</span>}
        t={t}
        screen={href('/user/DateSelect', locale)}
        editor={<DateSelect profile={profile} t={t} />}
      />
      <ProfileRow
        label={t('user:city')}
        value={city?.name ?? null}
        t={t}
        screen={href('/user/Dropdown', locale)}
        editor={<Dropdown profile={profile} citys={citys} t={t} />}
      />
      <ProfileRow
        label={t('user:mobile')}
        value={<span className="numeral">{maskMobile(profile.mobile)}</span>}
        t={t}
        action={<ChangeMobile mobile={profile.mobile} t={t} />}
      />
      <ProfileRow
        label={t('user:email')}
        value={email}
        t={t}
        fragment="email"
        editor={<EmailEditor withIdentity={withIdentity} t={t} />}
      />
      <BoundAccounts
        accounts={profile.bound_accounts}
        signIn={site.signIn}
        withIdentity={withIdentity}
        locale={locale}
        t={t}
      />
      {dialog}
    </dl>
  )
}
