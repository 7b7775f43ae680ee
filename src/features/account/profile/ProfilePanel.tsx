import { useState } from 'react'
import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import type { Profile } from '#api/profile.ts'
import { maskMobile } from '#api/mobile.ts'
import { useIdentity } from '#features/auth/code/use-identity.tsx'
import { href } from '#routes.ts'
import { CopyButton } from '#features/ui/CopyButton.tsx'
import { BoundAccounts } from './BoundAccounts.tsx'
import {
  ChangeMobileDialog,
  DateSelect,
  Dropdown,
  EmailEditor,
  Nickname,
  SexSelect,
} from '../editors.ts'
import { formatBirthday } from './format-birthday.ts'
import { ProfileRow } from './ProfileRow.tsx'
import { useCities, type AccountSite } from '../use-account.ts'
import '#features/ui/row-button.css'

interface Props extends IslandPart<'user'> {
  profile: Profile
  site: AccountSite
}

/** Every field of the profile, each saved on its own (spec section 3). */
export function ProfilePanel({ profile, site, locale, t }: Props) {
  const { withIdentity, dialog } = useIdentity(profile.mobile, t)
  const { gender, birthday, city_id, email } = profile
  const citys = useCities(site.citys)
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
        action={
          <CopyButton
            text={String(profile.user_id)}
            label={t('user:user_id')}
            className="row-button"
            t={t}
          />
        }
      />
      <ProfileRow
        label={t('user:gender')}
        value={gender && t(`user:${gender}`)}
        t={t}
        screen={href('/user/SexSelect', locale)}
        fragment="gender"
        editor={<SexSelect profile={profile} t={t} />}
      />
      <ProfileRow
        label={t('user:birthday')}
        value={birthday && <span className="numeral">{formatBirthday(birthday, locale)}</span>}
        t={t}
        screen={href('/user/DateSelect', locale)}
        fragment="birthday"
        editor={<DateSelect profile={profile} t={t} />}
      />
      <ProfileRow
        label={t('user:city')}
        value={city?.name ?? null}
        t={t}
        screen={href('/user/Dropdown', locale)}
        fragment="city"
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

/** A button that opens the dialog for changing the phone number. */
function ChangeMobile({ mobile, t }: { mobile: string; t: IslandTexts<'user'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="row-button"
        aria-label={t('user:edit_of', { label: t('user:mobile') })}
        onClick={() => setOpen(true)}
      >
        {t('user:edit')}
      </button>
      {isOpen && <ChangeMobileDialog mobile={mobile} t={t} onClose={() => setOpen(false)} />}
    </>
  )
}
