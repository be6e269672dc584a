import type { Migration } from '../migration.ts'

/** Tenders: raw releases, what is computed from them, and what is published. */
export const tenders: Migration = {
  name: '010-tenders',
  sql: [
    // Everything else can be computed again from this table. gone_at: its notice was no longer there when asked for again.
    `create table tender_releases (
      source text not null,
      id text not null,
      ocid text not null,
      date timestamptz not null,
      release jsonb not null,
      digest text not null,
      gone_at timestamptz,
      primary key (source, id)
    )`,
    'create index tender_releases_ocid on tender_releases (source, ocid)',
    'create index tender_releases_date on tender_releases (source, date)',
    // One row per process: the notice as computed, before duplicates are judged. dirty: changed since it was last published.
    `create table tender_notices (
      source text not null,
      ocid text not null,
      buyer_key text not null,
      id text not null,
      latest_release text not null,
      first_published timestamptz not null,
      deadline timestamptz,
      closed_reason text,
      closed_at timestamptz,
      unlisted text,
      name_key text not null,
      notice jsonb not null,
      description text not null,
      sequence integer not null,
      history jsonb not null,
      unknown_regions integer not null,
      digest text not null,
      checked_at timestamptz,
      dirty boolean not null default true,
      primary key (source, ocid, buyer_key)
    )`,
    'create index tender_notices_id on tender_notices (id)',
    'create index tender_notices_name_key on tender_notices (name_key)',
    'create index tender_notices_dirty on tender_notices (name_key) where dirty',
    'create index tender_notices_deadline on tender_notices (source, deadline) where closed_at is null',
    // What readers see, changed by a publish alone. hidden_until: a twin is served instead until then. listed_at: first moment served.
    `create table tender_published (
      id text primary key,
      deadline timestamptz not null,
      hidden_until timestamptz,
      listed_at timestamptz,
      live boolean not null,
      name_key text not null,
      notice jsonb not null,
      description text not null,
      sequence integer not null,
      version bigint not null
    )`,
    'create index tender_published_version on tender_published (version)',
    'create index tender_published_live on tender_published (deadline) where live',
    // before and after are whole notices; null: not listed.
    `create table tender_changes (
      seq bigint generated always as identity primary key,
      day date not null,
      at timestamptz not null,
      id text not null,
      before jsonb,
      after jsonb,
      reason text
    )`,
    'create index tender_changes_day on tender_changes (day, seq)',
    `create table tender_windows (
      source text not null,
      day date not null,
      part integer not null,
      state text not null check (state in ('planned', 'partial', 'done', 'failed')),
      attempts integer not null default 0,
      releases integer not null default 0,
      reported integer not null default 0,
      error text,
      finished_at timestamptz,
      primary key (source, day, part)
    )`,
    `create index tender_windows_open on tender_windows (source, day) where state <> 'done'`,
    `create table tender_days (
      source text not null,
      day date not null,
      missing integer not null,
      absent jsonb not null,
      checked_at timestamptz not null,
      primary key (source, day)
    )`,
    `create table tender_sources (
      source text primary key,
      next_request_at timestamptz,
      last_attempt timestamptz,
      last_success timestamptz,
      failing boolean not null default false,
      last_error text
    )`,
    `create table tender_state (
      singleton boolean primary key default true check (singleton),
      version bigint not null,
      changed_at timestamptz,
      published_at timestamptz,
      sources jsonb not null
    )`,
    `insert into tender_state (version, sources) values (0, '[]')`,
  ],
}
