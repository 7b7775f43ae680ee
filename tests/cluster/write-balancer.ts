interface Balancer {
  folder: string
  port: number
  members: readonly { url: string; isDown: boolean }[]
}

const writeMember = ({ url, isDown }: Balancer['members'][number]): string =>
  `server ${new URL(url).host} max_fails=1 fail_timeout=2s${isDown ? ' down' : ''};`

/** An nginx configuration that balances round-robin and retries idempotent requests on another process. */
export const writeBalancer = ({ folder, port, members }: Balancer): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr error;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream site {
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
  }
}
`
