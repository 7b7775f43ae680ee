import './segments.css'

interface Props<Value extends string> {
  /** Accessible name of the group. */
  legend: string
  name: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A segmented control: radio buttons styled as one bar. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  const { legend, name, options, value, onChange } = props
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span data-value={option.value}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
