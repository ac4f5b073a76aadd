import { useState } from 'react'
import type { ConfigurationView } from '#protocol/console/content.ts'
import { SKINS } from '#protocol/sites.ts'
import type { SiteConfigKey } from '#protocol/site-config.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { siteText } from '#messages/zh/console/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { CONFIG_GROUPS, differencesOf, editorOf, textOfValue, valueOfText } from '../config-values.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Revisions } from '../parts/Revisions.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './ConfigPage.module.css'

type Values = Readonly<Record<string, unknown>>

type Typed = Readonly<Partial<Record<SiteConfigKey, string>>>

/** Configuration of the site: editors in groups, preview of the difference, history. */
export function ConfigPage() {
  const { can } = useConsole()
  const query = useConsoleData('config.get', {})
  const [typed, setTyped] = useState<Typed>({})
  const [preview, setPreview] = useState<Values | null>(null)
  const [saves, setSaves] = useState(0)
  const mayEdit = can('config.save')
  const saved = () => {
    setTyped({})
    setSaves((count) => count + 1)
  }
  return (
    <Screen title={siteText('config.title')} lead={siteText('config.lead')}>
      <Loaded query={query}>
        {(view) => (
          <>
            <Groups view={view} typed={typed} onType={setTyped} />
            {mayEdit && <PreviewButton view={view} typed={typed} onPreview={setPreview} />}
            <Part title={siteText('revision.title')}>
              <Revisions
                key={saves}
                subject="config"
                {...(mayEdit && { onRestore: (value: unknown) => setPreview(value as Values) })}
              />
            </Part>
            {preview && (
              <SaveDialog
                view={view}
                stored={preview}
                onSaved={saved}
                onChanged={query.retry}
                onClose={() => setPreview(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface GroupsProps {
  readonly view: ConfigurationView
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

function Groups({ view, typed, onType }: GroupsProps) {
  const { can } = useConsole()
  return (Object.keys(CONFIG_GROUPS) as (keyof typeof CONFIG_GROUPS)[]).map((group) => (
    <Part key={group} title={siteText(`config.group.${group}`)}>
      <div className={styles.keys}>
        {CONFIG_GROUPS[group].map((key: SiteConfigKey) => (
          <KeyEditor
            key={key}
            name={key}
            view={view}
            typed={typed[key] ?? null}
            isLocked={!can('config.save') || view.fixed.includes(key)}
            onType={(text) => onType({ ...typed, [key]: text })}
          />
        ))}
      </div>
    </Part>
  ))
}

interface PreviewButtonProps {
  readonly view: ConfigurationView
  readonly typed: Typed
  readonly onPreview: (stored: Values) => void
}

/** Opens the preview of the stored values with the typed ones, if all are valid. */
function PreviewButton({ view, typed, onPreview }: PreviewButtonProps) {
  const values: Record<string, unknown> = { ...view.stored }
  let problems = 0
  for (const [key, text] of Object.entries(typed)) {
    const reading = valueOfText(key as SiteConfigKey, text)
    if ('value' in reading) values[key] = reading.value
    else problems += 1
  }
  const isReady = problems === 0 && Object.keys(typed).length > 0
  return (
    <div className={styles.save}>
      <Button kind="primary" disabled={!isReady} onClick={() => onPreview(values)}>
        {siteText('config.preview')}
      </Button>
    </div>
  )
}

interface KeyEditorProps {
  readonly name: SiteConfigKey
  readonly view: ConfigurationView
  /** Null: not edited. */
  readonly typed: string | null
  readonly isLocked: boolean
  readonly onType: (text: string) => void
}

const SWITCH = [
  { value: '1', label: siteText('config.on') },
  { value: '0', label: siteText('config.off') },
] as const
const SKIN_CHOICES = ['', ...SKINS].map((value) => ({ value, label: value || siteText('config.skinOfSite') }))

function KeyEditor({ name, view, typed, isLocked, onType }: KeyEditorProps) {
  const value = typed ?? textOfValue(name, view.values[name])
  const reading = valueOfText(name, value)
  const isFixed = view.fixed.includes(name)
  const origin = isFixed ? siteText('config.fixed') : name in view.stored ? siteText('config.set', { key: name }) : name
  // What turning it off means.
  const hint =
    name === 'withdrawPasswordSwitch' ? `${siteText('config.note.withdrawPasswordSwitch')} ${origin}` : origin
  const common = { label: siteText(`config.key.${name}`), hint, value, disabled: isLocked, onValueChange: onType }
  if (editorOf(name) === 'switch') return <SelectField {...common} options={SWITCH} />
  if (name === 'siteSkin') return <SelectField {...common} options={SKIN_CHOICES} />
  const error = typed !== null && 'problem' in reading ? siteText('config.invalid', { problem: reading.problem }) : null
  if (editorOf(name) === 'number') return <NumberField {...common} maxLength={16} error={error} />
  return <Field {...common} error={error} autoComplete="off" spellCheck={false} />
}

interface SaveDialogProps extends DialogProps {
  readonly view: ConfigurationView
  readonly stored: Values
  readonly onSaved: () => void
}

/** Shows what would change and saves it. After a conflict it shows the difference to the new values. */
function SaveDialog({ view, stored, onSaved, onChanged, onClose }: SaveDialogProps) {
  const differences = differencesOf(view, stored)
  return (
    <ActDialog
      title={siteText('config.preview')}
      submitLabel={consoleText('save')}
      hasReason
      isReady={differences.length > 0}
      act={async (reason) => {
        const result = await consoleCall('config.save', { version: view.version, stored: { ...stored }, reason })
        if (result.ok) onSaved()
        return result
      }}
      onChanged={onChanged}
      onClose={onClose}
    >
      <Table
        label={siteText('config.preview')}
        rows={differences}
        idOf={({ key }) => key}
        columns={[
          { label: siteText('config.key'), render: ({ key }) => siteText(`config.key.${key as SiteConfigKey}`) },
          { label: siteText('config.before'), render: ({ before }) => JSON.stringify(before) },
          { label: siteText('config.after'), render: ({ after }) => JSON.stringify(after) },
        ]}
      />
    </ActDialog>
  )
}
