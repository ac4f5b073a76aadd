import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { profileText } from '#messages/zh/profile.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { call } from '#transport/client.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded, PanelLoading } from '#ui/state/Loaded.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { changeMemberAtom } from './change-member.ts'
import styles from './AvatarPanel.module.css'
const COUNT = 24
const SIZE = 52

/** Choice of one of 24 avatars (S3.7). */
export function AvatarPanel() {
  const query = useServerData('avatar.list', {})
  return (
    <Panel title={profileText('avatar.title')} isLead>
      <Loaded
        query={query}
        title={profileText('avatar.failed')}
        skeleton={
          <PanelLoading>
            <div className={styles.choices}>
              {Array.from({ length: COUNT }, (_, index) => (
                <span key={index} className={styles.choice}>
                  <Skeleton shape="circle" width={`${SIZE}px`} height={`${SIZE}px`} />
                </span>
              ))}
            </div>
          </PanelLoading>
        }
      >
        {({ list }) => <AvatarForm list={list} />}
      </Loaded>
    </Panel>
  )
}

interface Choice {
  readonly id: string
  readonly url: string
  readonly isVip: boolean
}

function AvatarForm({ list }: { readonly list: readonly Choice[] }) {
  const member = useAtomValue(memberAtom)
  const changeMember = useSetAtom(changeMemberAtom)
  const name = useId()
  const [chosen, setChosen] = useState(() => list.find(({ url }) => url === member?.avatar)?.id ?? '')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const picked = list.find(({ id }) => id === chosen)
  const isVipMember = (member?.vipLevel ?? 0) > 0
  const save = async () => {
    if (picked === undefined) return
    setFailure(null)
    setBusy(true)
    const result = await call('avatar.set', { id: picked.id })
    setBusy(false)
    if (!result.ok) return setFailure(result)
    changeMember({ avatar: picked.url })
    toast({ text: profileText('avatar.done'), tone: 'success' })
  }
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={() => void save()}>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{profileText('avatar.choose')}</legend>
        {list.map(({ id, url, isVip }, index) => (
          <label key={id} className={styles.choice} data-vip={isVip || undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={id === chosen}
              disabled={isVip && !isVipMember}
              onChange={() => setChosen(id)}
            />
            <Avatar
              id={id}
              src={url}
              size={SIZE}
              alt={profileText(isVip ? 'avatar.numberVip' : 'avatar.number', { number: index + 1 })}
            />
            {isVip && (
              <span className={styles.vip} aria-hidden="true">
                {profileText('avatar.vip')}
              </span>
            )}
          </label>
        ))}
      </fieldset>
      {!isVipMember && list.some(({ isVip }) => isVip) && (
        <p className={styles.note}>{profileText('avatar.vipNote')}</p>
      )}
      {failure && <FormFailure failure={failure} />}
      <Button type="submit" isLoading={isBusy} disabled={picked === undefined || picked.url === member?.avatar}>
        {profileText('avatar.submit')}
      </Button>
    </Form>
  )
}
