import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropPolls } from './polls.ts'

function left(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropPolls(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test.each([
  '<div class="x1"><p>Was this page helpful?</p><button>Yes</button><button>No</button></div>',
  '<div class="x2"><span>War dieser Artikel hilfreich?</span><div><span role="button">Ja</span><span role="button">Nein</span></div><p>Danke!</p></div>',
  '<div class="x3"><h2>Feedback</h2><p>Was this page helpful?</p><button>Yes</button> <button>No</button><p>Glad to hear it!</p></div>',
  '<section><div><h2>Is this page useful?</h2></div><div><button><svg></svg></button><button><svg></svg></button></div></section>',
])('a question with buttons to answer it is no part of a page: %s', (poll) => {
  expect(left(`<main><h1>Locks</h1><p>Gates open at seven.</p>${poll}</main>`)).toEqual(['Locks', 'Gates open at seven.'])
})

test('questions that unfold their answers, those with fields, and many of them stay', () => {
  const answer = '<div><h3>When do gates open?</h3><button>+</button><p>At seven.</p></div>'
  const folds =
    '<div><div><h3><button>When do gates open?</button></h3><p>At seven.</p></div><div><h3><button>Why?</button></h3></div></div>'
  const rows = '<div><div><p>When do gates open?</p><button>+</button></div><div><p>Which one?</p><button>+</button></div></div>'
  const field = '<div><p>Which gate?</p><input><button>Find</button><button>Clear</button></div>'
  const quiz = '<div><p>Is a lock a gate?</p><button>Yes</button><button>No</button></div>'
  expect(left(answer)).toEqual(['When do gates open?', '+', 'At seven.'])
  expect(left(folds)).toEqual(['When do gates open?', 'At seven.', 'Why?'])
  expect(left(rows).length).toBe(4)
  expect(left(field)[0]).toBe('Which gate?')
  expect(left(quiz.repeat(3)).length).toBe(9)
})
