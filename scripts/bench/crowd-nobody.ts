/**
 * A server that does nothing, in a process of its own: `node crowd-nobody.ts <port>`. It turns everybody away as ours does who asks too often,
 * after as long, and reads nothing of what they say. Strangers who are busy with it cost a machine what strangers cost by themselves.
 */
import { createServer } from 'node:net'

const TOO_OFTEN_MS = 300
const AWAY = Buffer.from('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n')

createServer((socket) => {
  let timer: NodeJS.Timeout | undefined
  socket.on('data', () => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (socket.writable) socket.write(AWAY)
    }, TOO_OFTEN_MS)
  })
  socket.on('error', () => {})
  socket.once('close', () => clearTimeout(timer))
}).listen(Number(process.argv[2]), '127.0.0.1')
