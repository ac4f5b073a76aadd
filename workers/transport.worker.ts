import { expose } from 'comlink'
import { platform } from './platform.ts'
import { createTransport } from './transport.ts'

expose(createTransport(platform()))
