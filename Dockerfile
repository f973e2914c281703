FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY test/clients/package.json test/clients/
COPY web/dashboard/package.json web/dashboard/
RUN npm ci --omit=dev --workspace=web/dashboard --include-workspace-root
COPY . .
ENV DOCENT_HOST=0.0.0.0 DOCENT_DATA=/data
RUN mkdir /data && chown node:node /data
VOLUME /data
EXPOSE 3000
USER node
# The docs are mounted at /docs: docker run -p 3000:3000 -v ./docs:/docs:ro -v docent:/data docent
CMD ["node", "bin/docent.js", "serve", "/docs"]
