# The server with the starters of its vocabularies:
#
#   docker build -t medlink .
#   docker run --read-only -p 127.0.0.1:8080:8080 -e MEDLINK_JWT_SECRET="$(openssl rand -base64 32)" -e MEDLINK_PUBLIC_URL=http://127.0.0.1:8080 -v records:/records medlink
#
# The last stage has Node.js, the libraries of the system that it loads, and Medlink: no shell, no package manager.
# scripts/check-image.ts runs these lines without Docker. It reads FROM, WORKDIR, COPY, RUN, ENV, USER and what starts.

FROM node:24-slim AS build
WORKDIR /opt/medlink
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && node dist/cli/main.js build starter --out /image/indexes
# Packages of the server, of PostgreSQL and of S3, in the versions of the lock file.
RUN node scripts/image-packages.mjs && npm prune --omit=dev --ignore-scripts && node scripts/image-packages.mjs --trim
RUN mkdir -p /image/opt/medlink /image/usr/local/bin /image/etc /image/records /image/tmp \
  && cp -r package.json LICENSE NOTICE data dist node_modules /image/opt/medlink \
  && cp /usr/local/bin/node /image/usr/local/bin \
  && cp --parents -L $(ldd /usr/local/bin/node | grep -o '/[^ ]*') /image \
  && echo 'medlink:x:10001:10001::/records:/usr/sbin/nologin' >/image/etc/passwd \
  && echo 'medlink:x:10001:' >/image/etc/group \
  && echo 'hosts: files dns' >/image/etc/nsswitch.conf \
  && chmod 700 /image/records && chmod 1777 /image/tmp

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=10001:10001 /image/records /records
ENV NODE_ENV=production MEDLINK_HOST=0.0.0.0 MEDLINK_PORT=8080 MEDLINK_DIR=/indexes MEDLINK_DATA=/records
USER 10001:10001
WORKDIR /records
VOLUME /records
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/usr/local/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.MEDLINK_PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "/opt/medlink/dist/cli/main.js"]
CMD ["serve"]
