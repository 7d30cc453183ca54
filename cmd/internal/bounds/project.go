package bounds

import "sandbox-enforcer/rules"

// project finds where file tools stay.
func (l *look) project() *rules.Project {
	p := &rules.Project{Given: l.given.Project, Home: l.home, Inside: l.also()}
	p.Root, p.Problem = l.real("the project", l.given.Project)
	return p
}
