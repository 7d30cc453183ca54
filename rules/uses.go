package rules

// uses are the tables of what is known of programs, by field.
var uses = [...][]Use{coreUses, developUses, servicesUses, systemUses}
