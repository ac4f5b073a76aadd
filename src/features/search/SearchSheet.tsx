import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { homeText } from '#messages/zh/home.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useClosedByBack } from '#ui/overlay/open-dialogs.ts'
import type { SearchBoxProps } from './SearchBox.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './SearchSheet.module.css'

/** The search of a phone: a button that opens a full-screen sheet with the field and its results. */
export function SearchSheet(props: SearchBoxProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={opener}
        label={commonText('action.search')}
        icon={<Search size={20} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && <Sheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A native modal dialog: it traps the focus, closes on Escape and restores the focus. */
function Sheet({ onClose, onSearch, onGo, ...field }: SearchBoxProps & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    input.current?.focus()
  }, [])
  const close = () => dialog.current?.close()
  useClosedByBack(true, close)
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={homeText('search.sheet')} onClose={onClose}>
      <SearchField
        {...field}
        place="sheet"
        isOpen
        onOpenChange={() => {}}
        inputRef={input}
        onSearch={(query) => {
          close()
          onSearch(query)
        }}
        onGo={(path) => {
          close()
          onGo(path)
        }}
        after={
          <Button kind="quiet" size="small" onClick={close}>
            {commonText('action.cancel')}
          </Button>
        }
      />
    </dialog>
  )
}
