import { useState } from 'react'
import { GIFT_ICONS, GIFT_PRICE_MAX, ORDER_MAX } from '#protocol/console/constants.ts'
import type { GiftItem } from '#protocol/console/gifts.ts'
import { formatCount } from '#lib/format.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { siteText } from '#messages/zh/console/site.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { Revisions } from '../parts/Revisions.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './GiftsPage.module.css'

/** What a form edits of a gift. */
type GiftValues = Pick<GiftItem, 'name' | 'price' | 'icon' | 'order' | 'isOnSale'>

/** What is open on the screen. */
type Open =
  | { readonly what: 'edit'; readonly gift: GiftItem | null; readonly restored?: GiftValues }
  | { readonly what: 'history'; readonly gift: GiftItem }

const NEW_GIFT: GiftValues = { name: '', price: 10, icon: GIFT_ICONS[0], order: 100, isOnSale: true }

/** The gifts of the panel: name, price, icon, order, on sale or not. */
export function GiftsPage() {
  const { can } = useConsole()
  const [open, setOpen] = useState<Open | null>(null)
  const query = useConsoleData('gift.list', {})
  const mayEdit = can('gift.save')
  return (
    <Screen
      title={siteText('gifts.title')}
      lead={siteText('gifts.lead')}
      actions={
        mayEdit && (
          <Button kind="primary" onClick={() => setOpen({ what: 'edit', gift: null })}>
            {siteText('gifts.add')}
          </Button>
        )
      }
    >
      <Loaded query={query}>{({ list }) => <Gifts gifts={list} mayEdit={mayEdit} onOpen={setOpen} />}</Loaded>
      {open?.what === 'history' && (
        <Part title={siteText('content.historyOf', { name: open.gift.name })}>
          <Revisions
            key={`${open.gift.id} ${open.gift.version}`}
            subject={`gift-${open.gift.id}`}
            {...(mayEdit && {
              onRestore: (value: unknown) => setOpen({ what: 'edit', gift: open.gift, restored: value as GiftValues }),
            })}
          />
        </Part>
      )}
      {open?.what === 'edit' && (
        <GiftDialog
          gift={open.gift}
          values={open.restored ?? open.gift ?? NEW_GIFT}
          onChanged={query.retry}
          onClose={() => setOpen(null)}
        />
      )}
    </Screen>
  )
}

interface GiftsProps {
  readonly gifts: readonly GiftItem[]
  readonly mayEdit: boolean
  readonly onOpen: (open: Open) => void
}

function Gifts({ gifts, mayEdit, onOpen }: GiftsProps) {
  return (
    <Table
      label={siteText('gifts.title')}
      rows={gifts}
      idOf={({ id }) => String(id)}
      columns={[
        {
          label: siteText('gifts.name'),
          render: ({ name, icon }) => (
            <span className={styles.gift}>
              <GiftIcon src={artOf(icon)} size={24} />
              <bdi>{name}</bdi>
            </span>
          ),
        },
        { label: siteText('gifts.price'), render: ({ price }) => formatCount(price) },
        { label: siteText('content.field.order'), render: ({ order }) => order },
        {
          label: siteText('gifts.state'),
          render: ({ isOnSale }) => siteText(isOnSale ? 'gifts.onSale' : 'gifts.hidden'),
        },
        {
          label: consoleText('operators.actions'),
          render: (gift) => (
            <>
              {mayEdit && (
                <>
                  <Button size="small" onClick={() => onOpen({ what: 'edit', gift })}>
                    {siteText('content.edit')}
                  </Button>{' '}
                </>
              )}
              <Button size="small" onClick={() => onOpen({ what: 'history', gift })}>
                {siteText('revision.title')}
              </Button>
            </>
          ),
        },
      ]}
    />
  )
}

const artOf = (icon: GiftItem['icon']): string => `/art/gift-${icon}.svg`
const ICONS = GIFT_ICONS.map((value) => ({ value, label: siteText(`gifts.icon.${value}`) }))
const isBetween = (text: string, min: number, max: number): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max

interface GiftDialogProps extends DialogProps {
  /** Null: a new gift. */
  readonly gift: GiftItem | null
  readonly values: GiftValues
}

/** Creates or edits a gift. */
function GiftDialog({ gift, values, onChanged, onClose }: GiftDialogProps) {
  const [name, setName] = useState(values.name)
  const [price, setPrice] = useState(String(values.price))
  const [order, setOrder] = useState(String(values.order))
  const [icon, setIcon] = useState(values.icon)
  const [isOnSale, setOnSale] = useState(values.isOnSale)
  const isPriceGood = isBetween(price, 1, GIFT_PRICE_MAX)
  const isOrderGood = isBetween(order, 0, ORDER_MAX)
  const save = (reason: string, version: number) =>
    consoleCall('gift.save', {
      id: gift?.id ?? null,
      version,
      name: name.trim(),
      price: Number(price),
      icon,
      order: Number(order),
      isOnSale,
      reason,
    })
  return (
    <ActDialog
      title={siteText(gift === null ? 'gifts.add' : 'gifts.edit')}
      description={siteText('gifts.lead')}
      submitLabel={consoleText('save')}
      hasReason
      isReady={name.trim() !== '' && isPriceGood && isOrderGood}
      item={gift}
      act={save}
      onChanged={onChanged}
      onClose={onClose}
    >
      <span className={styles.preview}>
        <GiftIcon src={artOf(icon)} size={48} />
      </span>
      <SelectField label={siteText('gifts.icon')} value={icon} options={ICONS} onValueChange={setIcon} />
      <Field label={siteText('gifts.name')} value={name} maxLength={16} autoComplete="off" onValueChange={setName} />
      <NumberField
        label={siteText('gifts.price')}
        value={price}
        maxLength={7}
        error={isPriceGood ? null : siteText('gifts.badPrice', { max: formatCount(GIFT_PRICE_MAX) })}
        onValueChange={setPrice}
      />
      <NumberField
        label={siteText('content.field.order')}
        value={order}
        maxLength={4}
        hint={siteText('content.orderHint')}
        error={isOrderGood ? null : siteText('gifts.badOrder', { max: ORDER_MAX })}
        onValueChange={setOrder}
      />
      <Switch label={siteText('gifts.onSale')} isOn={isOnSale} onChange={setOnSale} />
    </ActDialog>
  )
}
