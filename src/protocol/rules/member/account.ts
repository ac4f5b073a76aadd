/** S5.1-S5.6: 8 to 12 letters and digits, at least one of each, not the user name. Returns the message, or null. */
export function passwordProblem(password: string, userName: string): string | null {
  if (!/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,12}$/.test(password)) return '密码须为8-12位字母和数字组合'
  if (password.toLowerCase() === userName.trim().toLowerCase()) return '密码与用户名不能相同'
  return null
}

/** S5.27: 4 to 11 characters, a letter first, letters and digits. Returns the message, or null. */
export function userNameProblem(userName: string): string | null {
  return /^[A-Za-z][A-Za-z\d]{3,10}$/.test(userName.trim()) ? null : '账号为4-11位字母或数字，以字母开头'
}

/** S3.1: names are compared and sent trimmed, in lower case. */
export function normalUserName(userName: string): string {
  return userName.trim().toLowerCase()
}
