/** The statements of a publish: what is read of computed notices, and how published ones and changes are written. */

/** A moment of a column as Unix milliseconds. */
export const ms = (column: string) => `extract(epoch from ${column}) * 1000`

// Of rows with one id, whatever their buyers, one: a process that dissolved or is over leaves its id to another, and an id is published once.
const order = (row: string) =>
  `(${row}.unlisted is not distinct from 'superseded', ${row}.closed_at is not null, -extract(epoch from ${row}.first_published), ${row}.ocid, ${row}.buyer_key)`
const FIRST_OF_ID = `not exists (select from tender_notices twin where twin.id = n.id and ${order('twin')} < ${order('n')})`

// A buyer's notices are judged together, and with them those of buyers that a link between portals joins to it, by whatever name.
export const ROWS = `
  with recursive keys (name_key) as (
    select unnest($1::text[])
    union
    select other.name_key from keys
      join tender_notices own on own.name_key = keys.name_key and own.name_key <> '' and own.link_key is not null
      join tender_notices other on other.link_key = own.link_key and other.name_key not in ('', own.name_key)
  )
  select n.id, n.source, n.ocid, n.link_key, n.name_key, n.dirty, n.unlisted, n.closed_reason, ${ms('n.closed_at')} as closed_at,
    ${ms('n.deadline')} as deadline, ${ms('n.first_published')} as first_published, n.notice, n.description, n.places, n.sequence, p.notice as published,
    p.places as published_places,
    ${ms('p.deadline')} as published_deadline, ${ms('p.hidden_until')} as hidden_until, ${ms('p.listed_at')} as listed_at, p.live,
    ${ms('p.news_at')} as news_at, n.description <> p.description as is_reworded
  from tender_notices n left join tender_published p on p.id = n.id
  where n.name_key in (select name_key from keys) and ${FIRST_OF_ID}
    and (n.dirty or (n.name_key <> '' and n.closed_at is null and n.unlisted is null and n.deadline > to_timestamp($2 / 1000.0)))
  order by n.id`

export const STORE = `
  insert into tender_published (id, deadline, hidden_until, listed_at, news_at, live, name_key, notice, description, places, sequence, version)
  select id, to_timestamp(deadline / 1000.0), to_timestamp(hidden_until / 1000.0), to_timestamp(listed_at / 1000.0), to_timestamp(news_at / 1000.0), live, name_key, notice, description, places, sequence, $2
  from jsonb_to_recordset($1::jsonb) as page (id text, deadline double precision, hidden_until double precision, listed_at double precision,
    news_at double precision, live boolean, name_key text, notice jsonb, description text, places jsonb, sequence integer)
  on conflict (id) do update set deadline = excluded.deadline, hidden_until = excluded.hidden_until, listed_at = excluded.listed_at,
    news_at = excluded.news_at, live = excluded.live, name_key = excluded.name_key, notice = excluded.notice, description = excluded.description, places = excluded.places,
    sequence = excluded.sequence,
    version = excluded.version`

export const CHANGE = `
  insert into tender_changes (day, at, id, before, after, reason)
  select day, to_timestamp(at / 1000.0), id, before, after, reason
  from jsonb_to_recordset($1::jsonb) as page (day date, at double precision, id text, before jsonb, after jsonb, reason text)
  order by at, id`
