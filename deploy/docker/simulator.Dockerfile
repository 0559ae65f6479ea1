# syntax=docker/dockerfile:1
# The simulator as an image: docker build -f deploy/docker/simulator.Dockerfile -t ringpost-simulator .
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node cli/from-source.mjs build.ts simulator

# The packages that the simulator names, in the versions of the lock file.
FROM ${NODE_IMAGE} AS packages
WORKDIR /packages
COPY package.json package-lock.json .npmrc ./
COPY simulator/package.json ./simulator/package.json
RUN npm ci --workspace @ringpost/simulator --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app/simulator
COPY --from=packages /packages/node_modules /app/node_modules
COPY --from=build /build/simulator/package.json ./package.json
COPY --from=build /build/simulator/dist ./dist
USER node
EXPOSE 8090
HEALTHCHECK --interval=2s --timeout=3s --start-period=10s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8090/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Other containers reach it by these names. A later --allowed-hosts replaces them.
ENTRYPOINT ["node", "/app/simulator/dist/simulator/main.js", "--host", "0.0.0.0", "--allowed-hosts", "simulator,host.docker.internal"]
CMD ["--follow"]
