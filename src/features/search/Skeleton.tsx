/** The lines of the results before they are there, at their places. */
export function Skeleton({ rows }: { rows: readonly number[] }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {rows.map((count, group) => (
        <section className="group" key={group}>
          <header>
            <span className="bar bar-head" />
          </header>
          <ol>
            {Array.from({ length: count }, (_, row) => (
              <li className="hit" key={row}>
                <span className="bar bar-date" />
                <div>
                  <span className="bar bar-title" />
                  <span className="bar bar-text" />
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
