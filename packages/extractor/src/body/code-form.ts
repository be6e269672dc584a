/** Whether a body that does not say so is source code or settings, by how its lines begin and end. */
import { isWord } from './plain-forms.ts'

const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|"|%)/
/** What in Markdown begins a heading. */
const HASH = /^#{1,6} /
const FENCE = /^\s*(?:`{3}|~{3})/
/** What ends a statement or opens a block; a call; what closes a block; a comment; an assignment; a word that begins a statement in some language. */
const STATEMENT =
  /[;{}([,\\]$|\w\([^()]*\)\s?:?$|^\s*(?:[})\]]|#|\/\/|\/\*|\*\/|--|"""|%)|^\s*[\w.$@%&*-]+\s*(?:[-+*/.|&^]?=(?!=)|:=|<-|->)|^\s*(?:import|from|def|class|return|if|else|elif|for|while|end|fi|done|my|use|sub|function|const|let|var|public|private|static|void|int|char|package|require|include|local|then|do|case|esac|set|proc|export|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|SET|VALUES)\b/
const LINES = 400
/** Of code fewer lines than this are sentences, and more than this statements. */
const CODE = { sentences: 0.25, statements: 0.5, least: 4 }
/** A sentence has as many words, and of these so many are words of a language. */
const SENTENCE = { least: 4, words: 0.7 }

function isSentence(line: string): boolean {
  if (COMMENT.test(line) || /[;{}:]$/.test(line)) return false
  const words = line.trim().split(/\s+/)
  return words.length >= SENTENCE.least && words.filter(isWord).length >= words.length * SENTENCE.words
}

export function isCodeForm(text: string): boolean {
  const lines = text
    .slice(0, 50_000)
    .split('\n')
    .map((line) => line.trimEnd())
  if (lines.some((line) => FENCE.test(line))) return false
  // A comment that stands alone is a heading as well.
  const isAlone = (line: string, at: number): boolean =>
    HASH.test(line) && !HASH.test(lines[at - 1] ?? '') && !HASH.test(lines[at + 1] ?? '')
  const own = lines.filter((line, at) => line !== '' && !isAlone(line, at)).slice(0, LINES)
  const share = (test: (line: string) => boolean): number => own.filter(test).length / own.length
  const isStatement = (line: string): boolean => STATEMENT.test(line) && !isSentence(line)
  return own.length >= CODE.least && share(isStatement) > CODE.statements && share(isSentence) < CODE.sentences
}
