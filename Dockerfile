# syntax=docker/dockerfile:1
# Three stages: everything to build with, what production needs, and the small image that runs. Node comes from the base image.

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
# The npm package `node` is for machines without Node 24; here the base image's is used.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npx next build && rm -rf .next/cache

FROM node:24-bookworm-slim AS production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim AS run
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    PORT=3000 \
    DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=production /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY package.json next.config.ts server.ts tsconfig.json ./
COPY lib ./lib
COPY packages ./packages
COPY public ./public
COPY scripts/backup.ts scripts/ingest.ts scripts/ledger.ts scripts/notices.ts scripts/restore.ts ./scripts/
COPY scripts/steps/ask-server.ts scripts/steps/options.ts ./scripts/steps/
COPY CHANGELOG.md ./
COPY samples ./samples
COPY docs/policy.md ./docs/
# Nothing under /app is written at run time; the embedded database, where there is one, lives in /data.
USER node
VOLUME /data
EXPOSE 3000
# SIGTERM drains: 45 s for what is in hand, 15 s to close. Give `docker stop` at least 60 s.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "server.ts"]
