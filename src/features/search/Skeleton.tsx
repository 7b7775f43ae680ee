/** Placeholder with the layout of the results. @param rows number of results in each group */
export function Skeleton({ rows }: { rows: readonly number[] }) {
  return (
    <div aria-hidden="true">
      {rows.map((count, group) => (
        <section className="group" key={group}>
          <header>
            <span className="skeleton-line head" />
          </header>
          <ol>
            {Array.from({ length: count }, (_, row) => (
              <li className="hit" key={row}>
                <span className="skeleton-line date" />
                <div>
                  <span className="skeleton-line title" />
                  <span className="skeleton-line text" />
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
