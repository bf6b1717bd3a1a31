// @ts-check
/** Style of `<medlink-suggest>`: the page's own font and colours, light or dark. Pages restyle it by its parts. */
export const STYLE = `
:host {
  display: inline-block;
  position: relative;
  min-width: 14em;
  font: inherit;
}
:host([hidden]) {
  display: none;
}
[part='field'] {
  display: flex;
  align-items: center;
  gap: 0.5em;
  box-sizing: border-box;
  width: 100%;
  border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
  border-radius: 6px;
  background: Field;
  color: FieldText;
  padding: 0.35em 0.6em;
}
[part='field']:focus-within {
  outline: 2px solid AccentColor;
  outline: 2px solid var(--medlink-accent, AccentColor);
  outline-offset: 1px;
}
:host(:disabled) [part='field'] {
  opacity: 0.6;
}
[part='input'] {
  flex: 1;
  min-width: 0;
  border: 0;
  outline: 0;
  background: none;
  color: inherit;
  font: inherit;
  line-height: 1.4;
  padding: 0;
}
[part='input']::placeholder {
  color: color-mix(in srgb, currentColor 70%, transparent);
}
[part='value']:empty {
  display: none;
}
[part='value'],
[part='code'] {
  font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
  font-size: 0.9em;
  white-space: nowrap;
}
[part='value'] {
  border-radius: 4px;
  background: color-mix(in srgb, currentColor 12%, transparent);
  padding: 0 0.4em;
}
[part='popup'] {
  position: absolute;
  z-index: 10;
  top: calc(100% + 4px);
  left: 0;
  box-sizing: border-box;
  width: 100%;
  min-width: min(22em, 90vw);
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-radius: 8px;
  background: Canvas;
  color: CanvasText;
  box-shadow: 0 6px 24px #00000033;
}
[part='popup'][hidden] {
  display: none;
}
[part='list'] {
  max-height: min(22em, 60vh);
  overflow-y: auto;
  margin: 0;
  list-style: none;
  padding: 4px;
}
[part='list']:empty {
  padding: 0;
}
[part~='option'] {
  display: grid;
  grid-template-columns: minmax(4.5em, auto) minmax(0, 1fr);
  gap: 0.75em;
  align-items: baseline;
  border-radius: 5px;
  cursor: pointer;
  padding: 0.35em 0.5em;
  text-align: left;
}
[part~='active'] {
  background: color-mix(in srgb, var(--medlink-accent, CanvasText) 14%, Canvas);
  outline: 1px solid transparent;
}
[part='matched'] {
  color: color-mix(in srgb, currentColor 78%, Canvas);
  font-size: 0.9em;
}
[part='empty'] {
  margin: 0;
  padding: 0.6em 0.75em;
}
[part='empty']:empty {
  display: none;
}
[part='status'] {
  position: absolute;
  clip-path: inset(50%);
  width: 1px;
  height: 1px;
  overflow: hidden;
  white-space: nowrap;
}
`
