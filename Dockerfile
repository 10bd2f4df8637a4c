# The product as an image: `npm run pack`, installed into a slim base, run by an ordinary user.
# Base images: any Debian 12 with Node 20 or newer. The service itself runs on the Node that the package brings.
ARG BASE=docker.io/library/node:22-bookworm-slim

FROM ${BASE} AS base
# Node 26 needs it, and slim images lack it.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

FROM base AS pack
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY service/package.json service/
COPY sandbox/package.json sandbox/
COPY client/package.json client/
COPY dashboard/package.json dashboard/
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run --silent pack -- /packed

FROM base AS install
WORKDIR /vacancy
COPY --from=pack /packed/ /packed/
# Unpacked, the package has a lockfile of its own, and npm checks the hash of everything that it installs.
RUN tar -xzf /packed/vacancy-*.tgz --strip-components=1 && npm ci --omit=dev \
  && ln -s ../../bin/vacancy.mjs node_modules/.bin/vacancy

FROM base
LABEL org.opencontainers.image.title="Vacancy" org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 vacancy && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home vacancy \
  && install -d -o 10001 -g 10001 -m 700 /data
COPY --from=install /vacancy /vacancy
# The root is meant to be read-only: everything that is written goes to /data and /tmp.
ENV PATH=/vacancy/node_modules/.bin:$PATH \
    NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache \
    VACANCY_HOME=/data \
    HOST=0.0.0.0 PORT=8080 OPS_HOST=0.0.0.0 OPS_PORT=9080
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080 9080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.OPS_PORT || 9080) + '/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["vacancy"]
CMD ["serve"]
