import { writeNginxConfig } from '../support/nginx-config.ts'

interface Balancer {
  folder: string
  port: number
  members: readonly { url: string; isDown: boolean }[]
}

const writeMember = ({ url, isDown }: Balancer['members'][number]): string =>
  `server ${new URL(url).host} max_fails=1 fail_timeout=2s${isDown ? ' down' : ''};`

/** Clients and the processes behind them, with the 500 buyers of a race. */
const CONNECTIONS = 4096

/** An nginx configuration that balances round-robin and retries idempotent requests on another process. */
export const writeBalancer = ({ folder, port, members }: Balancer): string =>
  writeNginxConfig(
    folder,
    [
      'error_log stderr error;',
      `upstream site {
    ${members.map(writeMember).join('\n    ')}
    # The site closes idle connections after 5 s; a write at that moment would fail.
    keepalive 64;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 600m;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      # Writes are not retried here: clients retry them with their idempotency key.
      proxy_next_upstream error timeout http_502 http_503;
      proxy_next_upstream_tries 3;
      proxy_connect_timeout 2s;
    }
  }`,
    ],
    CONNECTIONS,
  )
