import { html } from 'hono/html'
import type { Html } from '../lib/render-document.ts'
import { renderStaffPage } from '../serve/staff-page.ts'

// Pages for staff around a preview, in both languages because a preview link has no locale.

const renderNote = (body: Html, refreshS?: number): Html =>
  renderStaffPage({
    locale: 'zh-cn',
    title: '预览 · Preview',
    ...(refreshS !== undefined && { refreshS }),
    isNote: true,
    body,
  })

/** Renders the waiting page, which refreshes until the preview is built. */
export const renderBuilding = (): Html =>
  renderNote(
    html`<p>正在生成预览，通常需要一分钟左右，完成后会自动打开。</p>
      <p lang="en">
        The preview is being built. It opens by itself when it is ready, usually within a minute.
      </p>`,
    2,
  )

export const renderRefused = (): Html =>
  renderNote(
    html`<p>这个预览链接无效或已过期。请重新生成：<code>npm run admin -- preview link</code></p>
      <p lang="en">
        This preview link is not valid, or it has expired. Make a new one with
        <code>npm run admin -- preview link</code>.
      </p>`,
  )

export const renderFailed = (reason: string): Html =>
  renderNote(
    html`<p>预览生成失败，刷新页面可重试。</p>
      <p lang="en">The preview could not be built. Reload the page to try again.</p>
      <pre>${reason}</pre>`,
  )
