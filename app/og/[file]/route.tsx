import { ImageResponse } from 'next/og'
import { previewImages } from '../../../lib/pages/preview-images.ts'

// Made when the app is built, from words alone, and served as files.
export const dynamic = 'force-static'
export const dynamicParams = false

export const generateStaticParams = () => Object.keys(previewImages).map((name) => ({ file: `${name}.png` }))

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const name = (await params).file.replace(/\.png$/, '') as keyof typeof previewImages
  const { title, lines, footer } = previewImages[name]
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 72,
        background: '#f6f7f2',
        color: '#15201a',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, color: '#0a6742' }}>
        <svg width="52" height="52" viewBox="0 0 24 24" aria-hidden="true">
          <path fill="#0a6742" d="M5 2h14v20l-2.3-1.8L14.3 22 12 20.2 9.7 22l-2.4-1.8L5 22z" />
          <path stroke="#f6f7f2" strokeWidth="1.8" d="M8.5 7.5h7M8.5 11.5h7M12.5 15.5h3" />
        </svg>
        <span style={{ marginLeft: 20 }}>{footer}</span>
      </div>
      <div style={{ display: 'flex', fontSize: 78, lineHeight: 1.08, letterSpacing: -3, marginTop: 56, maxWidth: 980 }}>{title}</div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          marginTop: 'auto',
          borderTop: '2px dashed #7d887f',
          paddingTop: 28,
          fontSize: 34,
          color: '#525e57',
        }}
      >
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>,
    { width: 1200, height: 630 },
  )
}
