import { useRef, useState } from 'react'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Stepper } from '#ui/choice/Stepper.tsx'
import { CodeField } from '#ui/field/CodeField.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PasswordRules } from '#ui/field/PasswordRules.tsx'
import { PhoneField } from '#ui/field/PhoneField.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import styles from './gallery.module.css'
import { Specimen } from './Specimen.tsx'

const NOTHING = () => undefined
const FAILED = { data: null, failure: failureOf(CODES.INTERFACE_DEGRADE), isLoading: false, retry: NOTHING }

const STEPS = ['确认账号', '输入验证码', '设置新密码']
const GENDERS = [
  { value: 'female', label: '女' },
  { value: 'male', label: '男' },
]

/** Parts of the forms of accounts. */
// oxlint-disable-next-line max-lines-per-function -- a list of specimens
export function Forms() {
  const phone = useRef<HTMLInputElement>(null)
  const [area, setArea] = useState('86')
  const [number, setNumber] = useState('')
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [gender, setGender] = useState('female')
  return (
    <>
      <Specimen title="手机号和验证码">
        <div className={styles.stack}>
          <PhoneField
            area={{ value: area, onValueChange: setArea }}
            phone={{ ref: phone, value: number, error: null, onValueChange: setNumber }}
            isOverseasAllowed
          />
          <CodeField
            value={code}
            onValueChange={setCode}
            error={null}
            secondsLeft={42}
            isSending={false}
            onSend={NOTHING}
          />
        </div>
      </Specimen>
      <Specimen title="步骤和列表选择">
        <div className={styles.stack}>
          <Stepper label="找回步骤" steps={STEPS} current={1} />
          <SelectField label="性别" value={gender} options={GENDERS} onValueChange={setGender} />
        </div>
      </Specimen>
      <Specimen title="密码规则和勾选">
        <div className={styles.stack}>
          <PasswordRules password="看台2026" userName="fan001" />
          <Checkbox isChecked={isChecked} onChange={setChecked}>
            记住我
          </Checkbox>
          <Checkbox isChecked={false} onChange={setChecked} error="请先阅读并同意条款">
            我已年满 18 周岁
          </Checkbox>
        </div>
      </Specimen>
      <Specimen title="表单出错和确认">
        <div className={styles.stack}>
          <FormFailure failure={failureOf(CODES.INTERFACE_DEGRADE)} />
          <Loaded query={FAILED} title="登录设备加载失败" message="服务繁忙，请稍后再试" />
          <Button kind="danger" onClick={() => setOpen(true)}>
            移除
          </Button>
          <Question
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            title="移除“我的手机”？"
            text="移除后不能再用它登录。"
            action="移除"
            onConfirm={async () => success(null)}
          />
        </div>
      </Specimen>
    </>
  )
}
